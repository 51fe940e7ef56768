/** An organization whose people sign in here. */
export interface DemoOrganization {
  readonly label: string
  readonly domain: string
}

/** TABLE: organizations; the company itself is the last one: most people belong to none of its customers. */
export const demoOrganizations: readonly DemoOrganization[] = [
  { label: 'Northwind Shipping', domain: 'northwind.example' },
  { label: 'Aurora Øst A/S', domain: 'aurora-oest.example' },
  { label: 'Brauhaus Süd GmbH & Co. KG', domain: 'brauhaus-sued.example' },
  { label: 'Coopérative des Maraîchers', domain: 'maraichers.example' },
  { label: 'מעבדות כרמל', domain: 'carmel-labs.example' },
  { label: 'مستشفى النور', domain: 'alnoor-hospital.example' },
  { label: '東京精密工業株式会社', domain: 'tokyo-seimitsu.example' },
  { label: 'Kızılırmak Lojistik', domain: 'kizilirmak.example' },
  { label: 'Universidad de los Andes del Sur', domain: 'uandes-sur.example' },
  { label: 'Ελληνικά Ναυπηγεία', domain: 'nafpigia.example' },
  { label: 'The International Federation of Amateur Radio and Meteorological Societies', domain: 'ifarms.example' },
  { label: 'Lantern & Co.', domain: 'lantern.example' },
]
