import { useHydrated } from '@gatehouse/design/hydrated'
import { Icon } from '@gatehouse/design/icon'
import { initialsOf } from '@gatehouse/design/avatar'
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { addressOfPlace, groupPlaces } from '../places/listed-place.ts'
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
        <span>
          <bdi>{data.project?.name ?? data.workspace.name}</bdi>
        </span>
        <small>
          <span>{data.project === undefined ? t('place.workspace') : <bdi>{data.workspace.name}</bdi>}</span>
          {data.project !== undefined && <span> {t(`environment.${data.project.environment}`)}</span>}
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
          {groupPlaces(data.places).map(({ workspace, elsewhere, places }) => (
            <MenuSection key={workspace.id}>
              <Header className={menu.header ?? ''}>
                <bdi>{workspace.name}</bdi>
                {elsewhere !== undefined && (
                  <>
                    {' · '}
                    <bdi dir="ltr">{new URL(elsewhere).host}</bdi>
                  </>
                )}
              </Header>
              {places.map((place) => (
                <MenuItem
                  key={place.project?.slug ?? ''}
                  id={addressOfPlace(place)}
                  className={menu.item ?? ''}
                  href={addressOfPlace(place)}
                  textValue={place.project?.name ?? workspace.name}
                >
                  {place.project === undefined ? (
                    t('place.workspace')
                  ) : (
                    <>
                      <bdi>{place.project.name}</bdi>
                      <small>{t(`environment.${place.project.environment}`)}</small>
                    </>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
          <MenuItem className={menu.item ?? ''} href="/places" textValue={t('place.all')}>
            {t('place.all')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
