import { newPerson } from '../service/people.ts'
import { endOf, expectedEnd, type Site, startOf } from './ends.ts'
import { expect, test } from './fixtures.ts'
import { plainBrowser } from './plain-browser.ts'
import { plays } from './plays.ts'
import { cells, journeys, type Cell } from '@gatehouse/testing/journeys'

for (const { journey } of journeys) {
  test(`${journey}: every return_to is followed or refused, from every page @table-1`, async ({
    gateway: { origin },
    gateways,
    application,
  }) => {
    const site: Site = { origin, application }
    const endIn = async (cell: Cell) => {
      const play = {
        browser: plainBrowser(origin),
        another: () => plainBrowser(origin),
        person: newPerson('returning'),
        post: gateways.post(origin),
        start: startOf(cell, site),
      }
      return endOf(await plays[journey](play), cell, site)
    }
    for (const cell of cells.filter(({ row }) => row.journey === journey)) {
      const name = `${cell.entrance}, ${cell.given.kind}`
      // oxlint-disable-next-line no-await-in-loop -- one after the other: an Ory Kratos on SQLite takes one at a time
      expect.soft(await endIn(cell), name).toBe(expectedEnd(cell, site))
    }
  })
}
