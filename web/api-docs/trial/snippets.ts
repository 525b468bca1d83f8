/** An example request. */
export type Sample = {
  method: string
  url: string
  body: unknown // null for none
}

const LANGUAGES = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
} as const
export type Language = keyof typeof LANGUAGES
export const LANGUAGE_LABELS: Record<Language, string> = LANGUAGES

/** A complete program in each language. It reads the key from the environment and prints the answer. */
export const toSnippets = (sample: Sample): Record<Language, string> => ({
  curl: toCurl(sample),
  typescript: toTypeScript(sample),
  python: toPython(sample),
})

function toCurl({ method, url, body }: Sample): string {
  return [
    `curl -sS ${method === 'GET' || body !== null ? '' : `-X ${method} `}${quote(url)}`,
    '-H "X-API-Key: $GEMSTALL_API_KEY"',
    ...(body === null
      ? []
      : [
          ...(method === 'POST' ? [] : [`-X ${method}`]),
          "-H 'Content-Type: application/json'",
          `-d ${quote(JSON.stringify(body, null, 2))}`,
        ]),
  ].join(' \\\n  ')
}

/** Quotes text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function toTypeScript({ method, url, body }: Sample): string {
  const headers =
    body === null
      ? "  headers: { 'X-API-Key': process.env.GEMSTALL_API_KEY! },"
      : `  headers: {
    'X-API-Key': process.env.GEMSTALL_API_KEY!,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(toLiteral(body), 2)}),`
  return `const response = await fetch('${url}', {
  method: '${method}',
${headers}
  signal: AbortSignal.timeout(15_000),
})
const answer = await response.json()
if (!answer.success) throw new Error(\`\${answer.code}: \${answer.message}\`)
console.log(answer.data)`
}

/** Writes a value as people do: names without quotes, text in single quotes. */
function toLiteral(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, one]) => `  ${name}: ${toLiteral(one)},`)
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`
}

function toPython({ method, url, body }: Sample): string {
  const headers =
    body === null
      ? '    headers={"X-API-Key": os.environ["GEMSTALL_API_KEY"]},'
      : `    headers={
        "X-API-Key": os.environ["GEMSTALL_API_KEY"],
        "Content-Type": "application/json",
    },
    data=json.dumps(${indent(toPythonLiteral(body), 4)}).encode(),`
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    method="${method}",
${headers}
)
try:
    answer = json.load(urlopen(request, timeout=15))
except HTTPError as error:
    answer = json.load(error)
if not answer["success"]:
    raise SystemExit(f"{answer['code']}: {answer['message']}")
print(json.dumps(answer["data"], indent=2))`
}

function toPythonLiteral(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, one]) => `    ${JSON.stringify(name)}: ${toPythonLiteral(one)},`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`
}

/** Indents every line but the first. */
const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)
