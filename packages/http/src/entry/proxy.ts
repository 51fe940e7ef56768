/** The reverse proxy. */
export { createReverseProxy, unansweredBy } from '../reverse-proxy.ts'
