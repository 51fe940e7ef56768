import { Alert, Section } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { Activity, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { ConsoleForm } from '../form/console-form.tsx'
import { PageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'
import { ChangeList } from './change-list.tsx'
import { ComparisonView } from './comparison-view.tsx'
import type { DraftAnswer } from './draft.server.ts'

const kinds: readonly unknown[] = ['review', 'stale', 'refused'] satisfies DraftAnswer['kind'][]

function isDraft(answer: unknown): answer is DraftAnswer {
  const isOne = typeof answer === 'object' && answer !== null && 'draft' in answer && 'kind' in answer
  return isOne && kinds.includes(answer.kind)
}

/** Recognizes an action's answer about a draft. */
export function draftIn(answer: unknown): DraftAnswer | undefined {
  return isDraft(answer) ? answer : undefined
}

interface DraftedProps {
  readonly answer: DraftAnswer | undefined
  /** The forms that make drafts. */
  readonly children: ReactNode
}

/** The forms, or instead of them the changes and the decision. The forms keep their input. */
export function Drafted({ answer, children }: DraftedProps) {
  // A document that begins with a draft has no form that was filled in: the link back requests one.
  const [isFirst, setFirst] = useState(answer !== undefined)
  if (isFirst && answer === undefined) setFirst(false)
  return (
    <>
      {answer !== undefined && <DraftView answer={answer} back={isFirst ? <BackByForm /> : <Back />} />}
      <Activity key={String(isFirst)} mode={answer === undefined ? 'visible' : 'hidden'}>
        {children}
      </Activity>
    </>
  )
}

interface DraftViewProps {
  readonly answer: DraftAnswer
  /** Beside the button that saves. */
  readonly back: ReactNode
}

function DraftView({ answer, back }: DraftViewProps) {
  const t = useText('console_projects')
  switch (answer.kind) {
    case 'review':
      return (
        <Section id="review" title={t('draft.review_title')} intro={t('draft.review_lead')}>
          <ChangeList changes={answer.changes} />
          <ComparisonView label={t('draft.review_title')} comparison={answer.comparison} />
          {answer.comparison.length > 0 ? <SaveForm answer={answer} label={t('draft.save')} back={back} /> : <Back />}
        </Section>
      )
    case 'stale':
      return (
        <>
          <Alert kind="error" title={t('draft.stale_title')}>
            {t('draft.stale_text')}
          </Alert>
          <Section id="theirs" title={t('draft.theirs')}>
            <ComparisonView label={t('draft.theirs')} comparison={answer.theirs} />
          </Section>
          <Section id="mine" title={t('draft.mine')} intro={t('draft.mine_lead')}>
            <ComparisonView label={t('draft.mine')} comparison={answer.mine} />
          </Section>
          <SaveForm answer={answer} label={t('draft.save_over')} back={back} />
        </>
      )
    case 'refused':
      return (
        <Alert kind="error" title={t('draft.refused_title')} data-testid="refused">
          <Faults answer={answer} />
          <Back />
        </Alert>
      )
  }
  answer satisfies never
  return null
}

function SaveForm({
  answer: { draft, revision, made },
  label,
  back,
}: {
  readonly answer: Extract<DraftAnswer, { readonly revision: string }>
  readonly label: string
  readonly back: ReactNode
}) {
  return (
    <ConsoleForm
      intent="save"
      submit={label}
      hidden={{ draft, revision, ...(made && { made: JSON.stringify(made) }) }}
      beside={back}
    />
  )
}

function Faults({ answer: { reason, faults } }: { readonly answer: Extract<DraftAnswer, { kind: 'refused' }> }) {
  if (faults.length === 0) return <span lang="en">{reason}</span>
  return (
    <ul lang="en" dir="ltr">
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )
}

/** The same for a document that holds no form: the answer brings it, filled in. */
function BackByForm() {
  const t = useText('console_projects')
  return (
    <Button type="submit" name="back" value="yes" variant="plain" size="small">
      {t('draft.back')}
    </Button>
  )
}

/** To the forms, which hold the input. */
function Back() {
  const t = useText('console_projects')
  const { pathname } = useLocation()
  return (
    <ButtonLink href={pathname} link={PageLink} size="small">
      {t('draft.back')}
    </ButtonLink>
  )
}
