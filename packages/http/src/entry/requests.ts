/** The checks of a request before it is forwarded. */
export { acceptsHtml } from '../accepts.ts'
export { announcesTooMuch, limitBody } from '../body-limit.ts'
export { checkHost } from '../canonical-host.ts'
export { proxyTrust, readForwarded, readHost, setForwarded, type Forwarded, type ProxyTrust } from '../forwarded.ts'
export { setGeolocation, type Geolocation } from '../geolocation.ts'
export { requestIdHeader, requestIdOf } from '../request-id.ts'
export { checkTarget } from '../request-target.ts'
export { checkSameOrigin } from '../same-origin.ts'
