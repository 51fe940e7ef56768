/** Chromium, cookies and forms without script. */
export { browserLaunch, findChromium } from '../browser.ts'
export { createVisitor, type Visitor } from '../cookie-jar.ts'
export { attributeOf, decodeHtml, fieldsOf, formWith, linkTo, refreshOf, withoutScripts } from '../html-form.ts'
export { createHydraBrowser, type HydraBrowser } from '../hydra-browser.ts'
