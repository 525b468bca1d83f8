import { Code } from './code.tsx'
import type { Docs } from './load-docs.ts'
import { Prose, Section } from './prose.tsx'

const PIECES = [
  'A complete reseller client in one file. It buys each item of a list once and writes the results to a journal. You can kill it at any moment: started again, it continues where it stopped. At the end it compares its journal with the shop’s books.',
]
const CLIENT = [
  'For TypeScript there is a client, `gemstall/client`: all calls with their types, automatic retries as described here, pagination and webhook verification. It has no dependencies.',
]

const CLIENT_EXAMPLE = `import { ApiError, createClient } from 'gemstall/client'

const shop = createClient({ url: 'https://shop.example', apiKey: process.env.GEMSTALL_API_KEY! })

try {
  const order = await shop.call('placeApiOrder', { productId, playerId, reference: 'order-1001' })
  console.log(order.status)
} catch (error) {
  if (error instanceof ApiError && error.code === 'BALANCE_TOO_LOW') console.log(error.details.missing)
  else throw error
}

for await (const order of shop.eachOrder({ status: 'failed' })) console.log(order.reference)`

export const Programs = ({ docs }: { docs: Docs }) => (
  <Section id="programs" title="Sample programs">
    <Prose pieces={PIECES} />
    <Code text={docs.programs.resellerProgram} label="Reseller client, TypeScript" />
    <h3 className="text-xl">The client</h3>
    <Prose pieces={CLIENT} />
    <Code text={CLIENT_EXAMPLE} label="The client in use" />
  </Section>
)
