/** A name or an address in its own text direction. A long address breaks before its `@` rather than within a word. */
export function Address({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <bdi>
      {at < 1 ? (
        children
      ) : (
        <>
          {children.slice(0, at)}
          <wbr />
          {children.slice(at)}
        </>
      )}
    </bdi>
  )
}
