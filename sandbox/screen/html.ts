/** Markup that is safe to send, because every inserted value was escaped. */
export type Html = { markup: string }
type Value = Html | string | number | false | undefined | readonly Html[]

export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(toMarkup)),
})

function toMarkup(value: Value): string {
  if (value === false || value === undefined) return ''
  if (typeof value === 'object')
    return 'markup' in value ? value.markup : value.map(toMarkup).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const layout = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="/gem.svg" />
        <link rel="stylesheet" href="/sandbox.css" />
        <link rel="stylesheet" href="/screens.css" />
      </head>
      <body>
        ${content}
      </body>
    </html>`.markup
