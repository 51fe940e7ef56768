/** The checks of a request before it is forwarded. */
export { acceptsHtml, copyRequest } from '../request.ts'
export { announcesTooMuch, limitBody } from '../body-limit.ts'
export { checkHost } from '../canonical-host.ts'
export { proxyTrust, readForwarded, readHost, setForwarded, type Forwarded, type ProxyTrust } from '../forwarded.ts'
export { setGeolocation, type Geolocation } from '../forwarded.ts'
export { requestIdHeader, requestIdOf } from '../request.ts'
export { checkTarget } from '../request.ts'
export { checkSameOrigin } from '../request.ts'
