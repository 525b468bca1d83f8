/** Sums decimal numbers as paise. */
export const sum = (amounts: (string | number | undefined)[]): number =>
  amounts.reduce<number>((all, amount) => all + Math.round(Number(amount ?? 0) * 100), 0)

export type Sums = { base: number; igst: number; cgst: number; sgst: number; total: number }

/** Sums of the whole return. */
export function sumReturn(json: string): Sums {
  type Item = { txval: number; iamt?: number; camt?: number; samt?: number }
  type Group = { inv?: Papers[]; nt?: Papers[] }
  type Papers = { val: number; itms: (Item | { itm_det: Item })[] }
  const { b2b = [], b2cl = [], exp = [], b2cs = [], cdnr = [], cdnur = [] } = JSON.parse(json)
  const plus = [b2b, b2cl, exp].flat().flatMap(({ inv }: Group) => inv!)
  const minus = [...cdnr.flatMap(({ nt }: Group) => nt!), ...cdnur]
  const toItems = (papers: Papers[]) =>
    papers.flatMap(({ itms }) => itms.map((item) => ('itm_det' in item ? item.itm_det : item)))
  const of = (name: keyof Item) =>
    sum([...b2cs, ...toItems(plus)].map((item) => item[name])) -
    sum(toItems(minus).map((item) => item[name]))
  const [base, igst, cgst, sgst] = [of('txval'), of('iamt'), of('camt'), of('samt')]
  const values = sum(plus.map(({ val }) => val)) - sum(minus.map(({ val }) => val))
  const summed = sum(b2cs.flatMap(({ txval, iamt, camt, samt }: Item) => [txval, iamt, camt, samt]))
  return { base, igst, cgst, sgst, total: values + summed }
}
