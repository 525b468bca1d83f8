import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'

/** Services on the services page, in its two groups. */
export const ServiceName = z.enum(['api', 'currency', 'game', 'region'])

const Service = z.object({
  name: ServiceName,
  title: z.string(),
  group: z.enum(['upcoming', 'new']),
  isOffered: z.boolean(),
})
export type Service = z.output<typeof Service>

export const listServices = endpoint({
  method: 'GET',
  path: '/service',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(Service),
})

/** Lists the companies that the shop's packs come from. */
export const listPackSuppliers = endpoint({
  method: 'GET',
  path: '/service/supplier',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(z.object({ title: z.string(), site: z.string() })),
})

/** Switches services on or off. Services that are not named stay as they are. */
export const editServices = endpoint({
  method: 'PUT',
  path: '/service',
  access: 'admin',
  right: 'marketing',
  message: 'Services updated',
  input: z.strictObject({
    services: z
      .array(z.strictObject({ name: ServiceName, isOffered: z.boolean() }))
      .min(1, 'Please choose a service')
      .max(ServiceName.options.length),
  }),
  output: z.array(Service),
})
