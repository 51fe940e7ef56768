/** The action of a page without forms of its own. The router's answer to such a submit would know no language. */
export function refuseSubmit(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
