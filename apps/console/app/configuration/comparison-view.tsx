import { useText } from '../text/texts.tsx'
import type { ComparedLine, Comparison } from './compare.server.ts'
import classes from './comparison-view.module.css'

const marks = { same: ' ', added: '+', removed: '−' } as const satisfies Record<ComparedLine['kind'], string>

/** The differences between two configurations. Colour is never the only sign: each line has its mark, and its word. */
export function ComparisonView({ label, comparison }: { readonly label: string; readonly comparison: Comparison }) {
  const t = useText('console_projects')
  if (comparison.length === 0) return <p className={classes.none}>{t('compare.none')}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div className={classes.frame} role="group" aria-label={label} tabIndex={0} dir="ltr">
      <table className={classes.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('compare.line')}</th>
            <th scope="col">{t('compare.change')}</th>
            <th scope="col">{t('compare.text')}</th>
          </tr>
        </thead>
        {comparison.map((lines, index) => (
          <tbody key={index}>
            {lines.map((line) => (
              <Line key={`${line.kind}${line.line}`} line={line} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Line({ line: { kind, line, text } }: { readonly line: ComparedLine }) {
  const t = useText('console_projects')
  return (
    <tr data-kind={kind}>
      <td>{line}</td>
      <td>
        <span aria-hidden="true">{marks[kind]}</span>
        {kind !== 'same' && <span data-unseen>{t(`compare.${kind}`)}</span>}
      </td>
      <td>
        <code>{text}</code>
      </td>
    </tr>
  )
}
