import { z } from 'zod'

/** Name of a gateway or supplier, as it stands in addresses, variables and rows. Which ones there are is data. */
export const ConnectorName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,29}$/, 'Use 2 to 30 small letters, digits and hyphens')
