import type { Flow } from '@gatehouse/contract/flows'
import { readFileSync } from 'node:fs'

/** A flow as a service sends it. For tests. */
export function readFixture(name: string): Flow {
  return parseFlow(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'))
}

function parseFlow(text: string): Flow {
  return JSON.parse(text) as Flow
}
