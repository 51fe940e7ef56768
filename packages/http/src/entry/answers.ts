/** The processing of every answer. */
export { compress } from '../content-coding.ts'
export { etagOf, isFresh } from '../conditional.ts'
export { problemResponse, type Problem } from '../problem.ts'
export { selfContainedPage, type Markup, type SelfContainedPage } from '../self-contained-page.ts'
