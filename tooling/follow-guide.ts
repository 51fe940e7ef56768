/**
 * Follows a guide word for word in an empty folder, with a real browser, and says how long each step took:
 * `node tooling/follow-guide.ts tutorial`, or `express`, `nextjs`, `spa`, `fastapi` of docs/protect.md. Our packages come
 * from this copy, everything else from npm and PyPI.
 */
import { follow, guideOf } from './guides/guide.ts'

let whole = 0
let installing = 0
await follow(guideOf(process.argv[2] ?? ''), new Map(), (what, ms) => {
  whole += ms
  if (/\binstall\b|create-|\bvenv\b/.test(what)) installing += ms
  console.log(`${seconds(ms)}  ${what}`)
})
console.log(`${seconds(whole)}  from nothing to the end, as fast as a machine reads`)
console.log(
  `${seconds(installing)}  of it for what is installed, ${seconds(whole - installing).trim()} for everything else`,
)

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(6)} s`
}
