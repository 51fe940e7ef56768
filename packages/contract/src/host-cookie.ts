/**
 * Returns the name of one of our cookies, which have neither a domain nor a path. Over https it has the prefix with
 * which browsers accept it from this host alone (RFC 6265bis, 4.1.3.2): a sibling host, such as another project's, can
 * neither set nor replace it. Plain http does not have the prefix.
 */
export function hostCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}
