import { checkAsset } from '@gatehouse/config/brand'
import type { BrandingHost } from '@gatehouse/control-plane/service'
import { mailDocumentOf, type OperatorMails } from '@gatehouse/identity/service'
import { basename } from 'node:path'
import { brandImagesPath } from '../branding/brand-images.ts'
import type { Branding } from '../branding/branding.ts'
import type { DrawPage } from '../devtools/preview/draw-page.ts'
import { mailBrand } from '../branding/mail-brand.ts'
import { pageBrand } from '../branding/page-brand.ts'

/** A project whose pages and mails are drawn here. */
export interface DrawnProject {
  /** Undefined: its pages are at the public origin. */
  readonly slug: string | undefined
  /** The name of the project, if no brand sets another one. */
  readonly name: string
  readonly origin: string
  readonly mails: OperatorMails
  readonly drawPage: DrawPage
}

/** Draws pages and writes mails for the control plane; `projectOf` throws for a project that is not running. */
export function createBrandingHost(branding: Branding, projectOf: (projectId: string) => DrawnProject): BrandingHost {
  const look = (projectId: string, brand: Readonly<Record<string, unknown>>, mails: unknown) => {
    const { slug, name, origin } = projectOf(projectId)
    const tried = branding.projects.try(slug, brand).brand ?? branding.projects.of(slug)
    return mailBrand(tried, name, origin, mailDocumentOf(mails))
  }
  return {
    inspect: async (projectId, part, document) => {
      const { slug, mails } = projectOf(projectId)
      if (part === 'mails') return { fixed: {}, faults: [...mails.faults(document)], contrast: [] }
      const { faults, contrast, fixed } = branding.projects.try(slug, document)
      const { file } = branding.written()
      return {
        fixed,
        ...(file !== undefined && { fixedIn: basename(file) }),
        faults: faults.map(({ subject, wrong, fix }) => {
          const [suggestion] = /#[0-9a-f]{6}(?=' would do)/.exec(fix) ?? []
          return {
            path: subject.replace(/^[^:]*(?:: )?brand\.?/, ''),
            reason: `${wrong}; ${fix}`,
            ...(suggestion !== undefined && { suggestion }),
          }
        }),
        contrast: contrast.map(({ inkColour, groundColour, ...pair }) => ({
          ...pair,
          ink_colour: inkColour,
          ground_colour: groundColour,
        })),
      }
    },
    checkFile: (bytes, use) => {
      const checked = checkAsset(bytes, use)
      if ('wrong' in checked) return { kind: 'refused', reason: `The file ${checked.wrong}; ${checked.fix}.` }
      return { kind: 'sound', name: checked.name, mediaType: checked.mediaType }
    },
    fileOf: (name) => branding.image(`${brandImagesPath}${name}`),
    drawPage: async (projectId, document, { state = 'login', scheme = 'light', language = 'en' }) => {
      const { slug, name, drawPage } = projectOf(projectId)
      const brand = branding.projects.try(slug, document).brand ?? branding.projects.of(slug)
      return drawPage(pageBrand(brand, name), { state, scheme, language })
    },
    listMails: (projectId, language) => {
      const { mails } = projectOf(projectId)
      return {
        languages: [...mails.languages],
        templates: mails.list(language).map(({ name, variables, required, hasButton, builtIn }) => ({
          name,
          variables: [...variables],
          required: [...required],
          has_button: hasButton,
          built_in: builtIn,
        })),
      }
    },
    writeMail: async (projectId, { template, language, mails, brand }) => {
      const written = await projectOf(projectId).mails.write({
        template,
        language,
        look: look(projectId, brand, mails),
      })
      return written && { subject: written.subject, text: written.body, html: written.html }
    },
    sendMail: (projectId, { template, language, mails, brand }, to) =>
      projectOf(projectId).mails.send({ template, language, look: look(projectId, brand, mails) }, to),
  }
}
