import { Button, Field, Select } from '@gatehouse/design/controls'
import { Icon, Popover } from '@gatehouse/design/content'
import { Form } from 'react-router'
import { HiddenFields } from '../../form/hidden-fields.tsx'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { type Say, useText } from '../../text/texts.tsx'
import { densities, listColumnNames, listColumns, type ListColumn, type ListLook } from './columns.ts'
import { addressFields, pageAddress, type PeopleSearch, searchOrders } from './people-search.ts'
import classes from './people.module.css'
import { icons } from '../../page/icons.ts'

export interface LookFieldsProps extends LookMenuProps {
  /** The prefix of the ids of the controls. */
  readonly id: string
}

export interface LookMenuProps {
  readonly engine: Engine
  readonly look: ListLook
  /** Traits that can have a column. */
  readonly traits: readonly { readonly name: string; readonly label: string }[]
  readonly search: PeopleSearch
}

/** Chooses the list's columns and the height of its lines. Part of the address; the browser keeps the last choice. */
export function LookMenu({ engine, look, traits, search }: LookMenuProps) {
  const t = useText('console_people')
  const common = useText('console')
  return (
    <Popover
      key={`${pageAddress(search)} ${JSON.stringify(look)}`}
      look="icon"
      align="end"
      name={t('look.title')}
      label={<Icon name={icons.columns} size={18} />}
    >
      <Form method="get" action="?" preventScrollReset>
        <HiddenFields fields={Object.fromEntries(addressFields(search).filter(([name]) => name !== 'order'))} />
        <LookFields id="people" engine={engine} look={look} traits={traits} search={search} />
        <Button type="submit" size="small" variant="primary">
          {common('filter.apply')}
        </Button>
      </Form>
    </Popover>
  )
}

/** The order of the list, its columns and how close its lines are, as fields of a form. */
export function LookFields({ id, engine, look, traits, search }: LookFieldsProps) {
  const t = useText('console_people')
  return (
    <>
      {search.by === 'words' && (
        <Field id={`${id}-order`} label={t('look.order')}>
          {(control) => (
            <Select
              {...control}
              name="order"
              defaultValue={search.order}
              options={searchOrders.map((order) => ({ value: order, label: t(`look.order_${order}`) }))}
            />
          )}
        </Field>
      )}
      <fieldset>
        <legend>{t('look.columns')}</legend>
        {listColumnNames.map((name) => {
          const lacks = listColumns[name].needs !== undefined && !supportsFeature(engine, 'narrowing')
          return (
            <label key={name}>
              <input
                type="checkbox"
                name="columns"
                value={name}
                defaultChecked={!lacks && look.columns.includes(name)}
                disabled={lacks}
              />
              {columnName(t, name)}
            </label>
          )
        })}
        {traits.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" name="columns" value={name} defaultChecked={look.traits.includes(name)} />
            <bdi>{label}</bdi>
          </label>
        ))}
        {!supportsFeature(engine, 'narrowing') && <p className={classes.quiet}>{t('engine.columns')}</p>}
        {/* Without any box there would be nothing to say that there are to be none. */}
        <input type="hidden" name="columns" value="" />
      </fieldset>
      <fieldset>
        <legend>{t('look.density')}</legend>
        {densities.map((density) => (
          <label key={density}>
            <input type="radio" name="density" value={density} defaultChecked={look.density === density} />
            {t(`look.${density}`)}
          </label>
        ))}
      </fieldset>
    </>
  )
}

function columnName(t: Say<'console_people'>, name: ListColumn): string {
  if (name === 'id' || name === 'external_id') return t(`person.${name}`)
  return t(`people.${name}`)
}
