import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

/** Lists what Redocly and Spectral find wrong in an OpenAPI document, with the places. */
export async function lintApi(api: object): Promise<string[]> {
  const source = JSON.stringify(api)
  return [...(await askRedocly(source)), ...(await askSpectral(source))]
}

/** Lists the errors of Redocly's recommended rules. */
async function askRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`,
    )
}

/** Lists the errors and warnings of `spectral:oas`, as Spectral's command line does. */
async function askSpectral(source: string): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: rulesets.oas as RulesetDefinition })
  const problems = await linter.run(source)
  return problems.map(({ code, message, path }) => `${code}: ${message} #/${path.join('/')}`)
}
