/** The reverse proxy. */
export { createReverseProxy } from '../reverse-proxy.ts'
