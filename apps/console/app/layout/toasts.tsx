import { isFocusLost } from '@gatehouse/design/browser'
import { Toast, ToastRegion } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useParams, Form, useNavigation } from 'react-router'
import { keptAddress } from '../links/kept-query.ts'
import { PageLink } from '../page/page-link.tsx'
import type { PulseJob } from '../pulse/pulse.ts'
import type { ShownNotice } from '../request/notices.ts'
import { useText } from '../text/texts.tsx'

export interface ToastsProps {
  /** Long work that has ended meanwhile. */
  readonly ended: readonly PulseJob[]
  /** The address of its project's pages. */
  readonly root: string
  /** The notice of the last action. */
  readonly notice: ShownNotice | undefined
}

/**
 * The notice of the last action, over the page and always in view. It stays until it is dismissed or another page
 * comes, because a notice that disappears is missed; it is there without script. Work that has ended is reported beside
 * it.
 */
export function Toasts({ ended, root, notice }: ToastsProps) {
  const t = useText('console')
  const [away, setAway] = useState<readonly string[]>([])
  const { job: shown } = useParams()
  // The same action may be repeated, and is reported again.
  const said = `${useLocation().key} ${notice?.text}`
  const shownNotice = useRef<HTMLDivElement>(null)
  // The pressed button may have been removed by its own action; the focus goes to the notice, which can undo that.
  useEffect(() => {
    if (isFocusLost()) shownNotice.current?.focus()
  }, [said])
  const putAway = (id: string) => setAway((before) => [...before, id])
  return (
    <ToastRegion>
      {ended
        .filter(({ id }) => id !== shown && !away.includes(id))
        .map(({ id, kind, state, done, total, refused }) => (
          <Toast
            key={id}
            data-testid="work-ended"
            tone={state === 'done' && refused === 0 ? 'good' : 'bad'}
            awayLabel={t('toast.away')}
            onAway={() => putAway(id)}
          >
            {state === 'done' && refused === 0
              ? t(`work.finished.${kind}`, { count: done })
              : t(state === 'done' ? 'work.done_refused' : 'work.ended', {
                  what: t(`work.${kind}`),
                  done,
                  refused,
                  total: total ?? done,
                })}{' '}
            <PageLink href={`${root}/jobs/${id}`}>{t('work.show')}</PageLink>
          </Toast>
        ))}
      {notice !== undefined && !away.includes(said) && (
        <Toast
          ref={shownNotice}
          tabIndex={-1}
          data-testid="notice"
          tone={notice.isRefusal ? 'bad' : 'good'}
          awayLabel={t('toast.away')}
          onAway={() => putAway(said)}
          action={notice.undo !== undefined && <UndoForm intent={notice.undo} about={notice.text} />}
        >
          {notice.text}
        </Toast>
      )}
    </ToastRegion>
  )
}

interface UndoFormProps {
  readonly intent: string
  /** The subject of the action that it undoes. */
  readonly about: string
}

/** The button of a toast that undoes the last action, by a form to the page that it is shown on. */
function UndoForm({ intent, about }: UndoFormProps) {
  const t = useText('console')
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" action={keptAddress(pathname + search)} preventScrollReset data-intent={intent}>
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant="plain" size="small" busy={busy} aria-description={about}>
        {t('toast.undo')}
      </Button>
    </Form>
  )
}
