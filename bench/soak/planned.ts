/** How many of so many people do something in a day that so many of a thousand do. */
export function timesADay(people: number, ofThousand: number): number {
  return Math.ceil((people * ofThousand) / 1_000)
}
