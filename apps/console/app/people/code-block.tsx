import classes from './code-block.module.css'

/** A longer text of a machine, in a box of its own. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is scrolled by pointer has to be by keyboard
    <pre className={classes.block} tabIndex={0} role="group" aria-label={label}>
      {children}
    </pre>
  )
}
