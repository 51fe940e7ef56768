/** The frame around a page. */
export { AccountLayout } from '../account-layout.tsx'
export { GateLayout } from '../gate-layout.tsx'
export { LanguageMenu, LinkLine, type LanguageItem } from '../language-menu.tsx'
export { Mark, type Brand } from '../mark.tsx'
export { SkipLink } from '../skip-link.tsx'
export { ThemeSwitch } from '../theme-switch.tsx'
