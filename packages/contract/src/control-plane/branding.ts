import { z } from 'zod'

import {
  branding,
  brandingAsset,
  brandingDocument,
  brandingVersion,
  brandingVersionDocument,
  mailTemplate,
} from './branding-shapes.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging } from './paging.ts'

const one = '/projects/{project}/branding/{part}'
const assets = '/projects/{project}/branding-assets'

/** The languages and schemes that pages can be looked at in. */
const look = {
  /** The document that is shown. Default: the draft, or else the published version. */
  version: z.string().max(60).optional(),
  language: z.string().max(35).optional(),
}

/**
 * How a project looks and writes: operations of our own. A draft changes nothing that people see; a published version
 * counts at once.
 */
export const brandingContract = {
  getBranding: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads the brand or the mails of a project: what people see, what is drafted, what gatehouse.yml decides.',
    answers: { 200: branding },
  },
  setBrandingDraft: {
    method: 'PUT',
    path: `${one}/draft`,
    scope: 'project',
    origin: 'ours',
    summary: 'Keeps a draft, faults and all, if the one before is still the one that was changed.',
    body: z.strictObject({
      document: brandingDocument,
      /** Of the draft that this one replaces; null: there was none. */
      version: z.int().positive().nullable(),
      /** The published version that it is to replace. Default: that of the draft before, or the present one. */
      base: z.string().max(60).optional(),
    }),
    answers: { 200: branding },
  },
  discardBrandingDraft: {
    method: 'DELETE',
    path: `${one}/draft`,
    scope: 'project',
    origin: 'ours',
    summary: 'Throws the draft away.',
    answers: { 204: null },
  },
  publishBranding: {
    method: 'POST',
    path: `${one}/publish`,
    scope: 'project',
    origin: 'ours',
    summary: 'Publishes the draft, if no other version was published since it was begun: it counts at once.',
    body: z.strictObject({ version: z.int().positive() }),
    answers: { 200: branding },
  },
  listBrandingVersions: {
    method: 'GET',
    path: `${one}/versions`,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists what was published, newest first.',
    query: z.object(paging),
    answers: { 200: pageOf('versions', brandingVersion) },
  },
  getBrandingVersion: {
    method: 'GET',
    path: `${one}/versions/{revision_id}`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads what was published at one time.',
    answers: { 200: brandingVersionDocument },
  },
  restoreBrandingVersion: {
    method: 'POST',
    path: `${one}/versions/{revision_id}/restore`,
    scope: 'project',
    origin: 'ours',
    summary: 'Publishes once more what was published before; `present` is the version that it replaces.',
    body: z.strictObject({ present: z.string().max(60) }),
    answers: { 200: branding },
  },
  createBrandingAsset: {
    method: 'POST',
    path: assets,
    scope: 'project',
    origin: 'ours',
    summary:
      'Stores a picture or a font. It is served at an address that cannot be guessed, and kept while anything names it.',
    query: z.object({
      use: z.enum(['logo', 'favicon', 'background', 'font']),
      file_name: z.string().max(200).optional(),
    }),
    upload: ['application/octet-stream'],
    answers: { 201: brandingAsset },
  },
  getBrandingAsset: {
    method: 'GET',
    path: `${assets}/{asset}`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads a stored file, or one that gatehouse.yml names.',
    answers: { 200: z.unknown() },
    otherMedia: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/x-icon', 'font/woff2'],
  },
  previewBranding: {
    method: 'GET',
    path: '/projects/{project}/branding-preview',
    scope: 'project',
    origin: 'ours',
    summary: 'Draws a page of the project, with examples in the place of people, as the draft would have it.',
    query: z.object({
      ...look,
      state: z.string().max(60).optional(),
      scheme: z.enum(['light', 'dark']).optional(),
    }),
    answers: { 200: z.unknown() },
    otherMedia: ['text/html'],
  },
  listMailTemplates: {
    method: 'GET',
    path: '/projects/{project}/mail-templates',
    scope: 'project',
    origin: 'ours',
    summary: 'Lists the kinds of mails with their variables, and what they say in a language as they come.',
    query: z.object({ language: look.language }),
    answers: { 200: z.object({ languages: z.array(z.string()), templates: z.array(mailTemplate) }) },
  },
  previewMail: {
    method: 'GET',
    path: '/projects/{project}/mail-templates/{template}/preview',
    scope: 'project',
    origin: 'ours',
    summary: 'Writes a mail with examples for its variables, as the drafts of mails and brand would have it.',
    query: z.object(look),
    answers: { 200: z.object({ subject: z.string(), text: z.string(), html: z.string() }).meta({ id: 'WrittenMail' }) },
  },
  sendTestMail: {
    method: 'POST',
    path: '/projects/{project}/mail-templates/{template}/test',
    scope: 'project',
    origin: 'ours',
    summary: 'Sends that mail by the mail server of the project, within the limits of all messages.',
    body: z.strictObject({ to: z.email().max(254), language: z.string().max(35) }),
    answers: { 204: null },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
