import classes from './menu.module.css'

/** Class names of a box that opens over a page and of a line in it, for components that bring their own elements. */
export const menuLook: { readonly panel: string; readonly item: string } = {
  panel: classes.panel ?? '',
  item: classes.item ?? '',
}
