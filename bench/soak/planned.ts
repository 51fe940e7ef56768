/** Returns how many of so many people perform an activity in a day, if so many of a thousand do. */
export function timesADay(people: number, ofThousand: number): number {
  return Math.ceil((people * ofThousand) / 1_000)
}
