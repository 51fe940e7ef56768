import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Icon } from '@gatehouse/design/content'
import { Button, Field, TextInput } from '@gatehouse/design/controls'
import { useState } from 'react'
import { useText } from '../text/texts.tsx'
import { useBrandForm } from './brand-form.ts'
import classes from './colour-control.module.css'
import { useControl } from './use-control.ts'

/** A colour as `#rrggbb`, with a swatch to choose it by, and how well it can be read. */
export function ColourControl({ path }: { readonly path: string }) {
  const t = useText('console_branding')
  const { contrast } = useBrandForm()
  const { id, name, label, hint, disabled, text, messages, suggestion } = useControl(path)
  const [typed, setTyped] = useState({ from: text, text })
  const shown = typed.from === text ? typed.text : text
  const pair = worstPair(contrast, path)
  const drawn = /^#[0-9a-f]{6}$/i.test(shown) ? shown : (drawnOf(pair, path) ?? '#ffffff')
  return (
    <div className={classes.colour} data-part="colour">
      <Field id={id} label={label} hint={hint} messages={messages}>
        {(given) => (
          <div className={classes.swatchLine}>
            <input
              type="color"
              className={classes.swatch}
              aria-label={t('colour.choose', { colour: label })}
              value={drawn.toLowerCase()}
              disabled={disabled}
              data-swatch
              onChange={({ currentTarget: { value } }) => setTyped({ from: text, text: value })}
            />
            <TextInput
              {...given}
              name={name}
              value={shown}
              onChange={({ currentTarget: { value } }) => setTyped({ from: text, text: value })}
              disabled={disabled}
              placeholder={drawnOf(pair, path)}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
            />
          </div>
        )}
      </Field>
      {pair !== undefined && (
        <p className={classes.ratio} data-passes={pair.passes}>
          <Icon name={pair.passes ? 'check' : 'alert'} size={16} />
          {t(pair.passes ? 'colour.passes' : 'colour.fails', { ratio: shownRatio(pair.ratio), least: pair.least })}
        </p>
      )}
      {suggestion !== undefined && !disabled && (
        <Button type="submit" name="fix" value={`${path}=${suggestion}`} size="small">
          {t('colour.use', { colour: suggestion })}
        </Button>
      )}
    </div>
  )
}

/** Returns the colour that is drawn if none was chosen. */
function drawnOf(pair: ReturnType<typeof worstPair>, path: string): string | undefined {
  if (pair === undefined) return undefined
  return path.includes(`.${pair.ink}.`) ? pair.ink_colour : pair.ground_colour
}

/** Two colours, measured. */
type Pair = AnswerOf<'getBranding'>['contrast'][number]

/** Returns the pair of a chosen colour that is the hardest to read; undefined for a path of no colour. */
function worstPair(pairs: readonly Pair[], path: string): Pair | undefined {
  const [, name, scheme] = /^tokens\.(accent|surface|card)\.(light|dark)$/.exec(path) ?? []
  return pairs
    .filter((pair) => pair.scheme === scheme && (pair.ink === name || pair.ground === name))
    .toSorted((one, other) => one.ratio / one.least - other.ratio / other.least)[0]
}

/** Never rounded up: 4.49 is not enough. */
function shownRatio(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}
