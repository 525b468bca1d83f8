const WIDTH = 100

/** Breaks text at spaces into lines that begin with `first` and then with as many spaces. */
export function wrapText(text: string, first = ''): string {
  const lines = ['']
  for (const word of `${first}${text}`.split(' ')) {
    const line = lines.at(-1)!
    if (line.trim() && line.length + 1 + word.length > WIDTH)
      lines.push(' '.repeat(first.length) + word)
    else lines[lines.length - 1] = line === '' && lines.length === 1 ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
