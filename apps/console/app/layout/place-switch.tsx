import { useHydrated } from '@gatehouse/design/hydrated'
import { Icon } from '@gatehouse/design/icon'
import { initialsOf } from '@gatehouse/design/avatar'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import type { PlaceData } from '../routes/place/place-data.ts'
import { useText } from '../text/texts.tsx'
import menu from './menu.module.css'
import { PageLink } from './page-link.tsx'
import classes from './place-switch.module.css'

/** Where one is, and the way to every other place. Without script it leads to a page that lists them. */
export function PlaceSwitch({ data }: { readonly data: PlaceData }) {
  const t = useText('console')
  const hydrated = useHydrated()
  const shown = (
    <>
      <span className={classes.badge} aria-hidden="true">
        {initialsOf(data.workspace.name)}
      </span>
      <span className={classes.names}>
        <bdi>{data.project?.name ?? data.workspace.name}</bdi>
        <small>
          {data.project === undefined ? t('place.workspace') : <bdi>{data.workspace.name}</bdi>}
          {data.project !== undefined && <span>&nbsp;· {t(`environment.${data.project.environment}`)}</span>}
        </small>
      </span>
      <Icon name="chevron" size={18} />
    </>
  )
  if (!hydrated) {
    return (
      <PageLink href="/places" className={classes.switch} aria-describedby="switch-hint">
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
      <Popover className={menu.popover ?? ''} placement="bottom start">
        <Menu className={menu.menu ?? ''} aria-label={t('place.switch')}>
          {data.places.map((workspace) => (
            <MenuSection key={workspace.slug}>
              <Header className={menu.header ?? ''}>
                <bdi>{workspace.name}</bdi>
                {workspace.elsewhere !== undefined && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{new URL(workspace.elsewhere).host}</bdi>
                  </>
                )}
              </Header>
              {workspace.mayEnter && (
                <MenuItem className={menu.item ?? ''} href={`/w/${workspace.slug}`} textValue={workspace.name}>
                  {t('place.workspace')}
                </MenuItem>
              )}
              {workspace.projects.map((project) => (
                <MenuItem
                  key={project.slug}
                  className={menu.item ?? ''}
                  href={`/w/${workspace.slug}/p/${project.slug}`}
                  textValue={project.name}
                >
                  <bdi>{project.name}</bdi>
                  <small>{t(`environment.${project.environment}`)}</small>
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
