// npm start: a demo shop, with nothing to install or set up first. In production (NODE_ENV=production) it starts only
// the shop, configured by the environment.
import process from 'node:process'
import { inWords } from '#connectors/in-words.ts'
import { buildWeb } from './build.ts'
import { announce, startDemoShop } from './demo-shop.ts'

try {
  buildWeb(console.log)
  if (process.env['NODE_ENV'] === 'production') await import('#server/main.ts')
  else announce(await startDemoShop(process.env))
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}
