/** A name in its native spelling, and in the letters of an e-mail address. */
interface DemoName {
  readonly written: string
  readonly latin: string
}

/** Given names and family names that go together, each as `written=latin`. */
interface NameList {
  readonly first: string
  readonly last: string
}

/** TABLE: names of one company on five continents. */
const lists: readonly NameList[] = [
  {
    first: 'Grace=grace Alan=alan Katherine=katherine Edsger=edsger Barbara=barbara Dennis=dennis Margaret=margaret',
    last: 'Hopper=hopper Okonkwo=okonkwo Johnson=johnson O’Brien=obrien Liskov=liskov MacAllister=macallister',
  },
  {
    first: 'Søren=soren Åsa=asa Björn=bjorn Þóra=thora Jürgen=juergen Zoë=zoe Ødegård=odegard',
    last: 'Kierkegård=kierkegaard Ångström=angstrom Müller-Lüdenscheidt=mueller Guðmundsdóttir=gudmundsdottir Weiß=weiss',
  },
  {
    first: 'Élodie=elodie François=francois Núria=nuria João=joao Łukasz=lukasz Ömer=omer',
    last: 'Dvořáková=dvorakova Lefèvre=lefevre Muñoz=munoz Gonçalves=goncalves Wąsowska=wasowska Çelik=celik Nagyová=nagyova',
  },
  {
    first: 'Thị_Hồng=thi.hong Văn_Đức=van.duc Quỳnh_Như=quynh.nhu Minh_Tuấn=minh.tuan Lan_Anh=lan.anh',
    last: 'Nguyễn=nguyen Trần=tran Phạm=pham Đặng=dang Huỳnh=huynh',
  },
  {
    first: 'Ольга=olga Дмитрий=dmitry Ксения=ksenia Тарас=taras Божидар=bozhidar',
    last: 'Ладыженская=ladyzhenskaya Шевченко=shevchenko Колмогорова=kolmogorova Йорданов=yordanov Ахматова=akhmatova',
  },
  {
    first: 'Υπατία=ypatia Νίκος=nikos Ελένη=eleni Αριστείδης=aristidis Ζωή=zoi',
    last: 'Παπαδοπούλου=papadopoulou Καραθεοδωρή=karatheodori Σαμαράς=samaras Ξενάκη=xenaki Ψαρρός=psarros',
  },
  {
    first: 'فاطمة=fatima عمر=omar ليلى=layla يوسف=yusuf شیرین=shirin',
    last: 'الفهري=alfihri الخوارزمي=alkhwarizmi عبد_الرحمن=abdelrahman میرزاخانی=mirzakhani حداد=haddad',
  },
  {
    first: 'עדה=ada יונתן=yonatan מרים=miriam אביגיל=avigail נעם=noam',
    last: 'יונת=yonath בן_דוד=ben.david שפירא=shapira קפלן=kaplan אלמוג=almog',
  },
  {
    first: 'अनन्या=ananya राजेश=rajesh शकुन्तला=shakuntala विक्रम=vikram मीरा=meera',
    last: 'देवी=devi रामानुजन=ramanujan चट्टोपाध्याय=chattopadhyay शर्मा=sharma नायर=nair',
  },
  {
    first: '小芳=xiaofang 伟=wei 静怡=jingyi 子轩=zixuan 雨桐=yutong',
    last: '王=wang 欧阳=ouyang 陈=chen 屠=tu 司马=sima',
  },
  {
    first: 'さくら=sakura 健太=kenta 美咲=misaki 大翔=hiroto 陽菜=hina',
    last: '佐藤=sato 長谷川=hasegawa 五十嵐=igarashi 勅使河原=teshigawara 森=mori',
  },
  {
    first: '서연=seoyeon 민준=minjun 지우=jiwoo 하은=haeun 도윤=doyun',
    last: '김=kim 남궁=namgung 황보=hwangbo 박=park 제갈=jegal',
  },
  {
    first: 'สมชาย=somchai อรุณี=arunee ปิยะ=piya กมล=kamol วิไล=wilai',
    last: 'ศรีสุวรรณ=srisuwan วงศ์สวัสดิ์=wongsawat จันทร์หอม=chanhom ทองดี=thongdee บุญมา=bunma',
  },
]

const read = (list: string): readonly DemoName[] =>
  list.split(' ').map((entry) => {
    const [written = '', latin = ''] = entry.split('=')
    return { written: written.replaceAll('_', ' '), latin }
  })

const all = lists.map(({ first, last }) => ({ first: read(first), last: read(last) }))

/** Returns the name of the nth person: the lists alternate, and no pair repeats before all pairs were used. */
export function nameOf(index: number): { readonly first: DemoName; readonly last: DemoName } {
  const { first = [], last = [] } = all[index % all.length] ?? {}
  const turn = Math.floor(index / all.length)
  const round = Math.floor(turn / first.length)
  const none = { written: 'Sam', latin: 'sam' }
  return {
    first: first[turn % first.length] ?? none,
    last: last[((turn % first.length) + round) % last.length] ?? none,
  }
}
