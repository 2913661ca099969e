import { clubTable } from "@/server/catalogue/teams/club-table";

/** Clubs of Turkey's two highest leagues in recent seasons. */
export const turkishClubs = clubTable(
  `
Adana Demirspor | Ad. Demirspor, A. Demirspor, Adana Demir, Adana Demirspor FC, Yukatel Adana Demirspor, Adana D.,
  Adana Demirspor Kulubu, Adana Demirspor SK, Adana Demirspor AS | ADA, ADS
Adanaspor | Adana Spor, Adanaspor AS
Akhisarspor | Akhisar, Akhisar Belediyespor, Akhisar Belediye, Akhisar Bld
Alanyaspor | Corendon Alanyaspor, Alanya, Aytemiz Alanyaspor, Alanyaspor FC, Alanyaspor Kulubu, Alanyaspor SK, Alanya
  Spor | ALA, ALN
Altay | Altay SK, Altay Izmir, Altay GK, Altay SK Izmir, Altay FC
Amed SK | Amedspor, Amed, Amed SFK, Amed Sportif Faaliyetler, Amed SF, Amed Sportif, Amed Spor, Amed Sportif
  Faaliyetler Kulubu | AME
Ankaragücü | MKE Ankaragucu, Ankaragucu SK, MKE Ankaragucu SK, Ankaragucu FC, MKE, MKE Ankaragucu FC, MKE Ankara,
  Ankaragücü MKE | AGU
Ankaraspor | Osmanlispor, Ankara Spor, Ankaraspor FK
Antalyaspor | MP Antalyaspor, Antalya, Antalyaspor FC, FTA Antalyaspor, Fraport TAV Antalyaspor, Hesap.com
  Antalyaspor, Bitexen Antalyaspor, Onvo Antalyaspor, Antalyaspor AS, Antalyaspor Kulubu, Medical Park Antalyaspor,
  Hesapcom Antalyaspor | ANT
Balıkesirspor
Bandırmaspor | Teksut Bandirmaspor, Bandirma, Bandirmaspor FC
Basaksehir | RAMS Basaksehir Futbol Kulubu, Bueyueksehir, Istanb. Basaksehir, Istanbul Basaksehir, Başakşehir FK,
  Istanbul Basaksehir FK, Buyuksehyr, Ist. Basaksehir, I. Basaksehir, Basaksehir FC, Istanbul BB, Istanbul Buyuksehir,
  Istanbul Basaksehir FC, Medipol Basaksehir, Rams Basaksehir, Buyuksehir, IBFK, Istanbul Buyuksehir Belediyespor,
  Istanbul Basaksehir Futbol Kulubu, Istanbul Basak, RAMS Başakşehir FK, Buyuksehir Belediyesi, Istanbul BBSK,
  Istanbul Buyuksehir BB, Istanbul BFK, Basaksehir Istanbul, Medipol Basaksehir FK | BAS, IBA, IBB, IBF
Batman Petrolspor | Batman, Batmanspor, Petrolspor
Besiktas JK | Beşiktaş, Besiktas Istanbul, Besiktas FC, Beşiktaş Jimnastik Kulübü, Besiktas SK, Besiktas JK Istanbul,
  BJK, Besiktash, Istanbul Besiktas, Besiktas A.S. | BES
Bodrum FK | Bodrumspor, Bodrum, Bodrum FC, Sipay Bodrum FK, Sipay Bodrum, Bodrum Belediyesi Bodrumspor, Bodrum
  Belediyespor, Sipay Bodrumspor, B. Bodrumspor, Bodrumspor FK, Bodrum BB | BOD
Boluspor | Bolu, Beypilic Boluspor
Bursaspor | Bursa, Bursaspor FC
Çaykur Rizespor | Rizespor, Caykur Rize, Rize, C. Rizespor, Rizespor FC, Rizespor Kulubu, Çaykur Rizespor Kulübü,
  Caykur Rizespor SK, Caykur Rizespor FC, Caykur, Rizespor AS, Çaykur Rizespor AŞ | CAY, CRZ, RIZ
Çorum FK | Corum, Corumspor, Ahlatci Corum FK, Arca Corum FK, Ahlatci Corum, Arca Corum, Corum FC, Corum Belediyespor
  | COR
Denizlispor | Denizli, Yukatel Denizlispor, Denizlispor FC, Y. Denizlispor
Elazığspor
Erzurumspor FK | BB Erzurumspor, Erzurumspor, Erzurum BB, Buyuksehir Belediye Erzurumspor, Erzurum, Erzurum FK, BB
  Erzurum, Erzurumspor Futbol Kulubu, Erzurumspor FC, Erzurum BBSK | ERZ
Esenler Erokspor | Erokspor, Esenler Erok, Erok Spor, Esenler Erok SK
Eskişehirspor | Eskisehir
Eyüpspor | Eyup, ikas Eyupspor, Eyup SK, Eyupspor FC, Eyup Spor Kulubu, Eyup Spor, Eyupspor Istanbul | EYU
Fatih Karagümrük | Karagumruk, Fatih Karagumruk SK, F. Karagumruk, VavaCars Fatih Karagumruk, Karagumruk SK,
  Karagumruk Istanbul, Fatih Karagumruk Istanbul, Misirli.com.tr Fatih Karagumruk, Fatih Karagumruk FC, Fatih
  Karagumruk Spor Kulubu, Misirli Fatih Karagumruk, VavaCars Karagumruk, Karagumruk FC, Fatih K., Karagümrük FK | FKA,
  FKG, KAR
Fenerbahce | Fenerbahçe SK, Fenerbahce Istanbul, Fenerbahce Spor Kulubu, Fenerbahce SK Istanbul, Fenerbahce FC,
  Fenerbahche, Fener, Fenerbahce A.S., Istanbul Fenerbahce | FEN, FNB
Galatasaray | Galatasaray SK, Galatasaray Istanbul, Galatasaray Spor Kulubu, Galatasaray FC, Galatasaray AS,
  Galatasaray SK Istanbul, Galatasary, Istanbul Galatasaray, Gala | GAL, GAS, GS
Gaziantepspor
Gazişehir Gaziantep | Gaziantep, Gaziantep FK, Gaziantep FC, Gaziantep BB, Gazisehir, Gazisehir Gaziantep FK,
  Gaziantep Futbol Kulubu, Gazisehir Gaziantep FC, Gaziantep Buyuksehir Belediyespor, Gaziantep FK AS | GAZ, GFK
Genclerbirligi SK | Gençlerbirliği, Genclerbirligi Ankara, Genclerb., Gencler, Genclerbirligi Spor Kulubu,
  Gencerbirligi, Natura Dunyasi Genclerbirligi, Genclerbirligi FC, Genc. Birligi | GBR, GEN
Giresunspor | Giresun, GZT Giresunspor, Bitexen Giresunspor, Giresunspor FC, GZT Giresun
Göztepe | Goztepespor, Goztep, Goztepe SK, Goztepe Izmir, Goztepe FC, Goztepe AS, Goztepe Spor Kulubu, Goeztepe,
  Gozetepe, Göztepe SK Izmir | GOZ
Hatayspor | Hatay, Atakas Hatayspor, Hatayspor FC, A. Hatayspor, Hatayspor SK, Hatayspor Antakya, Hatayspor Kulubu |
  HAT
Iğdır FK | Igdir, Alagoz Holding Igdir FK, Igdir FC, Alagoz Igdir
Istanbulspor | Istanbulspor AS, Istanbul Spor, Istanbulspor FC | IST
Karabükspor | Kardemir Karabukspor
Kasimpasa SK | Kasımpaşa, Kasimpasa Istanbul, Kasimpasa FC, Kasimpasa AS, Kasimpasha, Kasimpasa Spor Kulubu,
  Kasimpasaspor, Kasimpasa Istanbul SK | KAS
Kayseri Erciyesspor | Erciyesspor
Kayserispor | Kayseri, Kayserispor FC, Yukatel Kayserispor, Mondihome Kayserispor, Bellona Kayserispor, Kayserispor
  Kulubu, Zecorner Kayserispor, Kayserispor SK, Istikbal Mobilya Kayserispor, Kayserispor FK | KAY
Keçiörengücü | Ankara Keciorengucu, A. Keciorengucu, Ankara Keciorengucu SK, Keciorengucu Ankara, Ank. Keciorengucu
Kocaelispor | Kocaeli, Kocaelispor Kulubu, Kocaelispor FC, Kocaeli Spor, Kocaelispor SK | KOC
Manisa FK | Manisa, Manisa FC, Manisa BB, Manisa Buyuksehir Belediyespor, Manisa Futbol Kulubu
Menemen FK | Menemenspor, Menemen Belediyespor, Menemen
Mersin İdman Yurdu | Mersin
Muğlaspor | Mugla, Muglaspor FC
Pendikspor | Pendik, Siltas Yapi Pendikspor, Pendikspor FC, Siltas Pendikspor
Sakaryaspor | Sakarya, Sakaryaspor FC
Samsunspor | Samsun, Samsunspor FC, Yilport Samsunspor, Reeder Samsunspor, Samsunspor AS, Samsunspor Kulubu,
  Samsunspor SK, Samsunspor FK | SAM
Şanlıurfaspor | Sanliurfa, Urfaspor, Astor Enerji Sanliurfaspor
Sarıyer | Sariyer SK, Sariyer GK, Sariyer Istanbul, Sariyer Spor Kulubu
Serik Belediyespor | Serik, Serikspor, Serik Belediye, Serik Spor, Serik Belediye Spor
Sivasspor | Sivas, Demir Grup Sivasspor, EMS Yapi Sivasspor, Net Global Sivasspor, DG Sivasspor, Sivasspor FC,
  Ozbelsan Sivasspor, Net Global Sivas, D. G. Sivasspor, Sivasspor Kulubu, Sivasspor SK | SIV
Torku Konyaspor | Konyaspor, Konya, Tumosan Konyaspor, Atiker Konyaspor, Arabam.com Konyaspor, Konyaspor FC, Ittifak
  Holding Konyaspor, Konyaspor KIF, Konyaspor Kulubu, Konyaspor SK, Ittifak Konyaspor, T. Konyaspor | KON
Trabzonspor | Trabzonspor AS, Trabzonspor Kulubu, Trabzonspor FC, Trabzon, Trabzonspor SK | TRA, TRB, TS
Tuzlaspor | Tuzla, Tuzlaspor Istanbul
Ümraniyespor | Umraniye, HangiKredi Umraniyespor, Umraniyespor FC, Umraniyespor Istanbul
Vanspor FK | Vanspor, Van Spor, Vanspor FC, Van Spor FK, Imaj Altyapi Vanspor
Yeni Malatyaspor | Y. Malatyaspor, Yeni Malatya, Oznur Kablo Yeni Malatyaspor, Yeni Malatyaspor FC, BtcTurk Yeni
  Malatyaspor
`,
  {
    shared: {
      Adana: ["Adana Demirspor", "Adanaspor"],
      Ankara: ["Ankaragücü", "Ankaraspor", "Genclerbirligi SK", "Keçiörengücü"],
      Istanbul: ["Basaksehir", "Besiktas JK", "Fenerbahce", "Galatasaray", "Istanbulspor"],
      Izmir: ["Altay", "Göztepe"],
    },
  },
);
