import { useHydrated } from '@gatehouse/design/browser'
import { Icon, initialsOf, menuLook } from '@gatehouse/design/content'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { addressOfScope, groupScopes } from '../scopes/listed-scope.ts'
import type { ScopeData } from '../scopes/scope-data.ts'
import { useText } from '../text/texts.tsx'
import { MenuAhead } from '../page/fetch-ahead.tsx'
import menu from './menu.module.css'
import { PageLink } from '../page/page-link.tsx'

import classes from './scope-switch.module.css'

/** The current scope, and links to every other one. Without script it links to a page that lists them. */
export function ScopeSwitch({ data }: { readonly data: ScopeData }) {
  const t = useText('console')
  const hydrated = useHydrated()
  const shown = <CurrentScope {...data} />
  if (!hydrated) {
    return (
      <PageLink href="/switch" className={classes.switch} aria-describedby="switch-hint">
        {shown}
        <span hidden id="switch-hint">
          {t('place.switch')}
        </span>
      </PageLink>
    )
  }
  return (
    <MenuTrigger>
      <Button className={classes.switch ?? ''} aria-description={t('place.switch')}>
        {shown}
      </Button>
      <Popover className={`${menuLook.panel} ${menu.popover}`} placement="bottom start">
        <Menu className={menu.menu ?? ''} aria-label={t('place.switch')}>
          {groupScopes(data.scopes).map(({ workspace, remoteOrigin, scopes }) => (
            <MenuSection key={workspace.id}>
              <Header className={menu.header ?? ''}>
                <bdi>{workspace.name}</bdi>
                {remoteOrigin !== undefined && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{new URL(remoteOrigin).host}</bdi>
                  </>
                )}
              </Header>
              {scopes.map((scope) => (
                <MenuItem
                  key={scope.project?.slug ?? ''}
                  id={addressOfScope(scope)}
                  className={`${menuLook.item} ${menu.item}`}
                  href={addressOfScope(scope)}
                  textValue={scope.project?.name ?? workspace.name}
                >
                  {({ isFocused }) => (
                    <>
                      {scope.project === undefined ? t('place.workspace') : <bdi>{scope.project.name}</bdi>}
                      {scope.project !== undefined && <small>{t(`environment.${scope.project.environment}`)}</small>}
                      <MenuAhead href={addressOfScope(scope)} isMeant={isFocused} />
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          <MenuItem className={`${menuLook.item} ${menu.item}`} href="/switch" textValue={t('place.all')}>
            {({ isFocused }) => (
              <>
                {t('place.all')}
                <MenuAhead href="/switch" isMeant={isFocused} />
              </>
            )}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function CurrentScope({ workspace, project }: ScopeData) {
  const t = useText('console')
  return (
    <>
      <span className={classes.badge} aria-hidden="true">
        {initialsOf(workspace.name)}
      </span>
      <span className={classes.names}>
        <span>
          <bdi>{project?.name ?? workspace.name}</bdi>
        </span>
        <small>
          <span>
            {project === undefined ? t('place.workspace') : t(`environment.${project.environment}`)}
            {project !== undefined && project.name !== workspace.name && (
              <>
                {' · '}
                <bdi>{workspace.name}</bdi>
              </>
            )}
          </span>
        </small>
      </span>
      <Icon name="chevron" size={18} />
    </>
  )
}
