import { Avatar, Cut, Icon, menuLook } from '@gatehouse/design/content'
import { LanguageMenu, ThemeSwitch } from '@gatehouse/design/layout'
import { useLocation } from 'react-router'
import type { ScopeData } from '../scopes/scope-data.ts'
import { useText } from '../text/texts.tsx'
import classes from './account-menu.module.css'
import { PageLink } from '../page/page-link.tsx'

import { useRootData } from '../page/root-data.ts'

/** A longer query is omitted from the return address: otherwise a link's author could make the page very long. */
const longestQuery = 512

/** The operator's menu: account, language, appearance and sign-out. The browser opens it, without script too. */
export function AccountMenu({ data }: { readonly data: ScopeData }) {
  const t = useText('console')
  const root = useRootData()
  const { pathname, search } = useLocation()
  const here = search.length > longestQuery ? pathname : `${pathname}${search}`
  const { name, email } = data.operator
  return (
    <div className={classes.me}>
      <button type="button" className={classes.button} popoverTarget="account-menu" title={t('account.menu')}>
        <Avatar name={name} />
        <span className={classes.names}>
          <Cut>{name}</Cut>
          <small>{t(`role.${data.project?.role ?? data.workspace.role ?? 'viewer'}`)}</small>
        </span>
        <Icon name="chevron" size={16} />
      </button>
      <div
        popover="auto"
        id="account-menu"
        className={`${menuLook.panel} ${classes.menu}`}
        role="group"
        aria-label={t('account.menu')}
      >
        {email !== name && (
          <p className={classes.email}>
            <bdi>{email}</bdi>
          </p>
        )}
        <PageLink href="/account" className={menuLook.item}>
          <Icon name="user" size={18} />
          {t('account.security')}
        </PageLink>
        {root !== undefined && (
          <>
            <div className={classes.preference}>
              <ThemeSwitch
                label={t('theme.label')}
                names={{ light: t('theme.light'), dark: t('theme.dark'), system: t('theme.system') }}
                current={root.theme}
                action="/theme"
                here={here}
              />
            </div>
            <div className={classes.preference}>
              <LanguageMenu
                label={t('language')}
                submit={t('language_change')}
                current={root.language}
                items={root.languages}
                action="/language"
                here={here}
              />
            </div>
          </>
        )}
        <form method="post" action="/sign-out">
          <button type="submit" className={menuLook.item}>
            <Icon name="signOut" size={18} />
            {t('sign_out')}
          </button>
        </form>
      </div>
    </div>
  )
}
