import classes from './cut.module.css'

/** A name or an address in one line: a text that does not fit is cut, and shown whole by its title. */
export function Cut({ children }: { readonly children: string }) {
  return (
    <bdi className={classes.cut} title={children}>
      {children}
    </bdi>
  )
}
