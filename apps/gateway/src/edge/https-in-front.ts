import type { Log } from '@gatehouse/platform/log'

/**
 * Logs once that people use https although the public URL begins with http: a proxy reports it by `X-Forwarded-Proto`,
 * trusted or not. Links in mails would be for http, and cookies not encrypted.
 */
export function noticeHttps(publicUrl: URL, log: Log): (headers: Headers) => void {
  let isSaid = publicUrl.protocol === 'https:'
  return (headers) => {
    if (isSaid || !/(?:^|,)\s*https\s*$/i.test(headers.get('x-forwarded-proto') ?? '')) return
    isSaid = true
    const secure = `https://${publicUrl.hostname}`
    const wrong = `The address of this service is ${publicUrl.origin}, but people come by https: links in emails and cookies are for http.`
    const fix = `set GATEHOUSE_PUBLIC_URL (of the console: GATEHOUSE_CONSOLE_URL) to ${secure}, and GATEHOUSE_TRUSTED_PROXY to the proxy that speaks https`
    log.warn({ check: 'https' }, `${wrong} Fix: ${fix}`)
  }
}
