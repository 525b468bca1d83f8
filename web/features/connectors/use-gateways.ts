import { useSuspenseQuery } from '@tanstack/react-query'
import { listConnectors, type ConnectedGateway } from '#contract/backoffice/connectors.ts'
import { query } from '#web/api/call.ts'

/** The gateways that the shop has. They change only when the server restarts, so they are read once. */
export const useGateways = (): ConnectedGateway[] =>
  useSuspenseQuery({ ...query(listConnectors, {}), staleTime: Infinity }).data.gateways

/** Gives the title of a gateway, or the name of one that the shop no longer has. */
export function useGatewayTitles(): (name: string) => string {
  const gateways = useGateways()
  return (name) => gateways.find((gateway) => gateway.name === name)?.title ?? name
}
