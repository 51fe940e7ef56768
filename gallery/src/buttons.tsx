import { Button, ButtonLink, type ButtonProps, type ButtonVariant } from '@gatehouse/design/controls'
import { Badge, Icon, ProviderIcon, SteadyText } from '@gatehouse/design/content'
import classes from './gallery.module.css'
import { Specimen } from './specimen.tsx'

const variants: readonly ButtonVariant[] = ['primary', 'plain', 'text', 'danger', 'removal']
const states: Readonly<Record<string, Partial<ButtonProps> & { readonly 'data-focus'?: true }>> = {
  default: {},
  focus: focused(),
  busy: { busy: true },
  disabled: { disabled: true },
  small: { size: 'small' },
}

/** One button before and after it was pressed: as wide. */
const copyTexts = ['Copy', 'Copied to the clipboard']

/** Buttons of every kind in every state, and the links that look like them. */
export function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button, ${variant}`}>
          <div className={classes.line}>
            {Object.entries(states).map(([state, props]) => (
              <Button key={state} variant={variant} {...props}>
                {state}
              </Button>
            ))}
          </div>
        </Specimen>
      ))}
      <Specimen name="Button, one of a list">
        {Object.entries(states).map(([state, props]) => (
          <Button key={state} row icon={<ProviderIcon provider="google" name="Google" />} {...props}>
            Continue with Google: {state}
          </Button>
        ))}
        <Button row icon={<Icon name="key" />} end={<Badge tone="good">Last used</Badge>}>
          Sign in with a passkey
        </Button>
      </Specimen>
      <Specimen name="SteadyText">
        <div className={classes.line}>
          {copyTexts.map((text) => (
            <Button key={text} variant="plain" icon={<Icon name="copy" />}>
              <SteadyText among={copyTexts}>{text}</SteadyText>
            </Button>
          ))}
        </div>
      </Specimen>
      <Specimen name="ButtonLink">
        <div className={classes.line}>
          {variants.map((variant) => (
            <ButtonLink key={variant} href="#buttonlink" variant={variant}>
              {variant}
            </ButtonLink>
          ))}
          <ButtonLink href="#buttonlink" {...focused()}>
            focus
          </ButtonLink>
        </div>
      </Specimen>
    </>
  )
}

/** Makes a control look as with focus. */
export function focused(): Readonly<Record<'data-focus', true>> {
  return { 'data-focus': true }
}
