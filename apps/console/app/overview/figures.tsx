import { PageLink } from '../page/page-link.tsx'
import { useLanguage, useText } from '../text/texts.tsx'
import { type Figure, figureNames, type FigureName } from './figure.ts'
import classes from './overview.module.css'

/** The address of each figure's list, below the project. */
const lists: Readonly<Partial<Record<FigureName, string>>> = {
  people: 'people',
  failed: 'events?type=LoginFailed',
  sessions: 'sessions',
  unsent: 'messages?status=abandoned',
}

export interface FiguresProps {
  readonly figures: Readonly<Record<FigureName, Figure>>
  /** The address of the project's pages. */
  readonly root: string
}

/** The figures of a project: their names and their values. */
export function Figures({ figures, root }: FiguresProps) {
  const t = useText('console_events')
  return (
    <section id="figures" aria-labelledby="figures-title">
      {/* The figures speak for themselves; a heading is what screen readers go from one part to the next by. */}
      <h2 id="figures-title" data-unseen>
        {t('figures.title')}
      </h2>
      <dl className={classes.figures}>
        {figureNames.map((name) => {
          const list = figures[name].kind === 'known' ? lists[name] : undefined
          const label = t(`figure.${name}`)
          return (
            <div key={name} data-figure={name}>
              <dt>{list === undefined ? label : <PageLink href={`${root}/${list}`}>{label}</PageLink>}</dt>
              <Value figure={figures[name]} />
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function Value({ figure }: { readonly figure: Figure }) {
  const t = useText('console_events')
  const language = useLanguage()
  if (figure.kind === 'absent') return <dd className={classes.why}>{t(`figure.why_${figure.why}`)}</dd>
  const { value, of, before, isLeast } = figure
  const number = new Intl.NumberFormat(language).format(value)
  const share = of === undefined || of === 0 ? undefined : value / of
  return (
    <dd className={classes.number}>
      {share !== undefined
        ? new Intl.NumberFormat(language, { style: 'percent' }).format(share)
        : isLeast === true
          ? t('figure.at_least', { number })
          : number}
      {share !== undefined && <small>{t('figure.of', { number, of: of ?? 0 })}</small>}
      {before !== undefined && <Change value={value} before={before} />}
    </dd>
  )
}

/** The change of a figure since the period before. */
function Change({ value, before }: { readonly value: number; readonly before: number }) {
  const t = useText('console_events')
  const language = useLanguage()
  if (before === value) return <small>{t('figure.same')}</small>
  const mark = value > before ? '↑' : '↓'
  const number = new Intl.NumberFormat(language).format(Math.abs(value - before))
  return (
    <small>
      <span aria-hidden="true">{mark} </span>
      {t(value > before ? 'figure.more' : 'figure.fewer', { number })}
    </small>
  )
}
