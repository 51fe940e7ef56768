import type { ReactNode } from 'react'
import { CheckControl, ChoiceControl, TextControl } from '../../branding/brand-controls.tsx'
import { useBrandForm } from '../../branding/brand-form.ts'
import classes from '../../branding/branding.module.css'
import { ColourControl } from '../../branding/colour-control.tsx'
import { FileControl } from '../../branding/file-control.tsx'
import { RadioControl } from '../../branding/radio-control.tsx'
import { LanguageChoice, TextControls } from '../../branding/text-controls.tsx'
import { useText } from '../../text/texts.tsx'

const pictures = '.svg,.png,.webp,image/svg+xml,image/png,image/webp'

export interface BrandFieldsProps {
  readonly builtIn: Readonly<Record<string, string>>
  readonly languages: readonly { readonly code: string; readonly name: string }[]
  /** The form that chooses the language of the texts. */
  readonly languageForm: string
}

/** Every field of the brand, in groups. */
export function BrandFields({ builtIn, languages, languageForm }: BrandFieldsProps) {
  const t = useText('console_branding')
  const { language } = useBrandForm()
  return (
    <>
      <Part id="identity" title={t('part.identity')}>
        <TextControl path="name" hint={t('hint.name')} />
        <FileControl path="logo.light" accept={pictures} hint={t('hint.logo')} />
        <FileControl path="logo.dark" accept={pictures} hint={t('hint.logo_dark')} />
        <CheckControl path="logo.wordmark" />
        <FileControl
          path="favicon"
          accept=".svg,.png,.ico,image/svg+xml,image/png,image/x-icon"
          hint={t('hint.favicon')}
        />
      </Part>
      <Part id="colours" title={t('part.colours')} intro={t('part.colours_lead')}>
        <div className={classes.pair}>
          <ColourControl path="tokens.accent.light" />
          <ColourControl path="tokens.accent.dark" />
        </div>
        <div className={classes.pair}>
          <ColourControl path="tokens.surface.light" />
          <ColourControl path="tokens.surface.dark" />
        </div>
        <div className={classes.pair}>
          <ColourControl path="tokens.card.light" />
          <ColourControl path="tokens.card.dark" />
        </div>
      </Part>
      <Part id="shapes" title={t('part.shapes')}>
        <FileControl path="font_file" accept=".woff2,font/woff2" hint={t('hint.font_file')} />
        <TextControl
          path="tokens.font"
          hint={t('hint.font')}
          placeholder="Avenir Next, Segoe UI, sans-serif"
          dir="ltr"
        />
        <div className={classes.pair}>
          <TextControl path="tokens.radius" inputMode="numeric" placeholder="8" />
          <ChoiceControl path="tokens.density" />
          <ChoiceControl path="buttons" />
        </div>
      </Part>
      <Part id="layout" title={t('part.layout')}>
        <RadioControl path="layout" />
        <RadioControl path="background" />
        <FileControl path="background.light" accept=".jpg,.webp,.png,.svg,image/*" hint={t('hint.background')} />
        <FileControl path="background.dark" accept=".jpg,.webp,.png,.svg,image/*" hint={t('hint.background_dark')} />
      </Part>
      <Part id="texts" title={t('part.texts')} intro={t('part.texts_lead')}>
        <LanguageChoice languages={languages} language={language} form={languageForm} />
        <TextControls builtIn={builtIn} />
        <TextControl path="picture_text" hint={t('hint.picture_text')} />
      </Part>
      <Part id="links" title={t('part.links')} intro={t('part.links_lead')}>
        <TextControl path="links.terms" type="url" placeholder="https://" dir="ltr" />
        <TextControl path="links.privacy" type="url" placeholder="https://" dir="ltr" />
        <TextControl path="links.support" type="url" placeholder="https:// mailto:" dir="ltr" />
        <TextControl path="links.imprint" type="url" placeholder="https://" dir="ltr" />
      </Part>
      <Part id="footer" title={t('part.footer')}>
        <CheckControl path="theme_switch" />
        <CheckControl path="attribution" />
      </Part>
    </>
  )
}

function Part({
  id,
  title,
  intro,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly intro?: string
  readonly children: ReactNode
}) {
  return (
    <section className={classes.part} aria-labelledby={`${id}-title`} id={id}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {intro !== undefined && <p className={classes.quiet}>{intro}</p>}
      </div>
      {children}
    </section>
  )
}
