/** The action of a page without forms. The router's answer to such a submit would not be translated. */
export function refuseSubmit(): never {
  throw new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
