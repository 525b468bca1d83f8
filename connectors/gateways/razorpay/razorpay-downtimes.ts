import { z } from 'zod'
import type { Call } from './razorpay-call.ts'

const Instrument = z
  .object({ psp: z.string().nullish(), vpa_handle: z.string().nullish() })
  .nullish()
  .catch(null)
const Downtime = z.object({
  method: z.string(),
  status: z.string(),
  severity: z.string().nullish(),
  instrument: Instrument,
})
const Downtimes = z.object({ items: z.array(Downtime) })
type Downtime = z.output<typeof Downtime>

const ON_NOW = ['started', 'updated']

/** Razorpay opens this call on request. Without it, it reports nothing. */
export async function findDowntime(call: Call): Promise<string | null> {
  const { status, body, fault } = await call('/payments/downtimes')
  if (status === 400 || status === 404) return null
  if (status !== 200) throw fault
  return Downtimes.parse(body).items.some(stopsUpi) ? 'It reports that UPI payments fail.' : null
}

/** A single bank's or app's trouble is no reason to change the gateway. */
const stopsUpi = ({ method, status, severity, instrument }: Downtime): boolean =>
  method === 'upi' &&
  ON_NOW.includes(status) &&
  severity === 'high' &&
  [instrument?.psp, instrument?.vpa_handle].every((one) => !one || one.toUpperCase() === 'ALL')
