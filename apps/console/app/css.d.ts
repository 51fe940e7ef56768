/** Stylesheets that are loaded for their effect alone. */
declare module '@gatehouse/design/*.css' {}
