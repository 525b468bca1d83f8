/** Finds the rule that holds on a day, or in a month. The first rule holds for all time before it too. */
export const validIn = <Rule extends { from: string }>(rules: Rule[], day: string): Rule =>
  rules.findLast(({ from }) => from <= day.slice(0, 7)) ?? rules[0]!
