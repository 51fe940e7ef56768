/** What both services answer with and read: answers, bodies, refusals, the table of routes. */
export { emptyAnswer, jsonAnswer, jsonTextAnswer } from '../http/answer.ts'
export { bodyReader, readBody } from '../http/body.ts'
export { jsonSize } from '../http/json-size.ts'
export { parseJsonBody, shapeFault } from '../http/json.ts'
export { pageLink } from '../http/page-link.ts'
export { RefusalError, defaultSentences, type Refusal } from '../http/refusal.ts'
export { createRouteTable } from '../http/route-table.ts'
export { createTraffic } from '../http/traffic.ts'
