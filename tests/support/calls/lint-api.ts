import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Lists the errors that Redocly's recommended rules find in an OpenAPI document, with their places. */
export async function lintApi(api: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(api)
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`,
    )
}
