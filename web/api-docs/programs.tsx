import { Code } from './code.tsx'
import type { Docs } from './load-docs.ts'
import { Prose, Section } from './prose.tsx'

const PIECES = [
  'A whole reseller in one file. It buys what a list of wishes says, once each, writes what came of it to a journal, and may be killed at any moment: started again, it goes on where it was. At the end it holds its journal against the shop’s books.',
]
const CLIENT = [
  'Programs in TypeScript may use the shop’s own client, `gemstall/client`: every call with its types, tries again by itself as this page says, pages through lists, and checks webhooks. It has no dependencies.',
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
    <Code text={docs.programs.resellerProgram} label="Reseller’s program, TypeScript" />
    <h3 className="text-xl">The client</h3>
    <Prose pieces={CLIENT} />
    <Code text={CLIENT_EXAMPLE} label="The client in use" />
  </Section>
)
