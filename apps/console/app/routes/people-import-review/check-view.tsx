import { Alert, Panel, Section } from '@gatehouse/design/content'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { CodeBlock } from '../../people/code-block.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './review.module.css'

export interface CheckViewProps {
  readonly checked: AnswerOf<'checkImport'>
  /** Whether entries are identified by lines; otherwise by their positions in a list. */
  readonly isTable: boolean
}

type Fault = AnswerOf<'checkImport'>['faults'][number]

/** The fault of an entry: by its fields, if its schema names them. */
function FaultText({ fault: { reason, problems = [] } }: { readonly fault: Fault }) {
  const t = useText('console_people')
  if (problems.length === 0) return <bdi lang="en">{reason}</bdi>
  return (
    <ul className={classes.problems}>
      {problems.map(({ field, rule, limit = '' }, index) => (
        // The texts are `import.rule_{rule}`; of `other` the checker's own words.
        <li key={index}>{rule === 'other' ? `${field}: ${limit}` : t(`import.rule_${rule}`, { field, limit })}</li>
      ))}
    </ul>
  )
}

/** The result of checking the whole file, with a preview of its first accounts. */
export function CheckView({ checked: { fine, faulty, faults, preview }, isTable }: CheckViewProps) {
  const t = useText('console_people')
  const more = faulty - faults.length
  return (
    <Section id="check" title={t('import.check')} intro={t('import.check_lead')}>
      <div data-testid="import-check" data-fine={fine} data-faulty={faulty} className={classes.check}>
        <Alert kind={fine === 0 ? 'error' : faulty === 0 ? 'success' : 'info'}>
          {t('import.fine', { count: fine })} {faulty > 0 && t('import.faulty', { count: faulty })}
        </Alert>
        {faults.length > 0 && (
          <DataTable
            caption={t('import.faults')}
            rows={faults}
            rowId={({ line, index = 0 }) => `${line}-${index}`}
            empty={undefined}
            columns={[
              {
                id: 'scope',
                heading: t(isTable ? 'import.line' : 'import.entry'),
                isName: true,
                look: 'number',
                size: 'short',
                render: ({ line, index }) => (isTable ? [line, index].filter(Boolean).join(' · ') : index),
              },
              {
                id: 'reason',
                heading: t('import.fault'),
                look: 'sentence',
                render: (fault) => <FaultText fault={fault} />,
              },
            ]}
          />
        )}
        {more > 0 && <p className={classes.more}>{t('import.more', { count: more })}</p>}
        {preview.length > 0 && (
          <Panel padded>
            <div className={classes.preview}>
              <h3>{t('import.preview')}</h3>
              {preview.map((account, index) => (
                <CodeBlock key={index} label={t('import.account', { number: index + 1 })}>
                  {account}
                </CodeBlock>
              ))}
            </div>
          </Panel>
        )}
      </div>
    </Section>
  )
}
