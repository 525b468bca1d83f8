import { createConfig, lintFromString } from '@redocly/openapi-core'

/** What Redocly's recommended rules find wrong with an OpenAPI document: its errors, with where they are. */
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
