import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import type { ApiCaller, Caller, Context, Visit } from '#server/context.ts'

type CallerOf<E extends Endpoint> = E['access'] extends 'anyone'
  ? Caller | null
  : E['access'] extends 'api-key'
    ? ApiCaller
    : Caller

/** The function that answers an endpoint. */
export type Handler<E extends Endpoint> = (
  ctx: Context,
  input: Input<E>,
  caller: CallerOf<E>,
  visit: Visit,
) => Answer<E>

type Answer<E extends Endpoint> = E extends { stream: true }
  ? AsyncGenerator<Output<E>, void>
  : Promise<Output<E>>

/** The server side of a contract module: one function for each endpoint, with the same name. */
export type Handlers<Contract> = {
  [
    Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never
  ]: Contract[Name] extends Endpoint ? Handler<Contract[Name]> : never
}

export type Route = { name: string; endpoint: Endpoint; handle: Handler<Endpoint> }

/** Pairs each endpoint with the function of the same name. A missing function is a compile error. */
export function implement<Contract extends object>(
  contract: Contract,
  handlers: Handlers<Contract>,
): Route[] {
  return Object.entries(handlers).map(([name, handle]) => ({
    name,
    endpoint: contract[name as keyof Contract] as Endpoint,
    handle: handle as Handler<Endpoint>,
  }))
}
